interface Timed {
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

const isSince = (time: string | undefined, start: string | undefined) =>
  Date.parse(time ?? '') >= Date.parse(start ?? '');

/** How a list is limited to the times of its records. Both ends are included. */
export const timeFilters = {
  createdAfter: ({ createdAt }: Timed, start: string) => isSince(createdAt, start),
  createdBefore: ({ createdAt }: Timed, end: string) => isSince(end, createdAt),
  updatedAfter: ({ updatedAt }: Timed, start: string) => isSince(updatedAt, start),
  updatedBefore: ({ updatedAt }: Timed, end: string) => isSince(end, updatedAt),
};
