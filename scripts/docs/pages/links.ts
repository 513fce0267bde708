/** The last part of an operation's address: `cards-update`, `card-simulations-simulate-return`. */
export function operationSlug(name: string): string {
  return name
    .replaceAll('.', '-')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

/** The address of an operation's page. */
export function operationPath(name: string): string {
  return `/operations/${operationSlug(name)}`;
}

/** The last part of an event's address: `card-state-change`. */
export function eventSlug(type: string): string {
  return type.toLowerCase().replaceAll(/[._]/g, '-');
}

/** The address of an event's page. */
export function eventPath(type: string): string {
  return `/events/${eventSlug(type)}`;
}

/** The address of an error code's page: what `error.docs` leads to. */
export function errorPath(code: string): string {
  return `/errors/${code}`;
}

/** A link to the page of an operation. */
export function operationLink(name: string): string {
  return `[\`${name}\`](${operationPath(name)})`;
}

/** A link to the page of an event. */
export function eventLink(type: string): string {
  return `[\`${type}\`](${eventPath(type)})`;
}
