/**
 * Calls back for a press of a button that began while it was ready: not for the second click of a
 * double one, for a key that is held, or for a click that began on something else.
 */
export function onPress(button: HTMLElement, isReady: () => boolean, act: () => void): void {
  let isFresh = false;
  let isHeld = false;
  const begin = (event: PointerEvent | KeyboardEvent) => {
    isHeld = 'repeat' in event && event.repeat;
    isFresh = event.isTrusted && !isHeld && isReady();
  };
  button.addEventListener('pointerdown', begin);
  button.addEventListener('keydown', begin);
  button.addEventListener('click', ({ isTrusted, detail }) => {
    // A click of a screen reader begins with neither a pointer nor a key.
    const isOwn = detail === 0 ? !isHeld && isReady() : isFresh && detail === 1;
    isFresh = false;
    if (isTrusted && isOwn) act();
  });
}
