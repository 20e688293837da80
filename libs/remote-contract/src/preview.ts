/**
 * Draws a screen before the app has loaded, from the answer of its first read.
 * @param answer - parsed JSON; it comes from outside, so check it
 * @param main - the empty `main` of the page's skeleton; React replaces the skeleton as a whole
 * @returns whether there was anything to draw; otherwise the skeleton stays as it is
 */
export type DrawPreview = (answer: unknown, main: HTMLElement) => boolean

declare global {
  /** Set by the head script that loads a preview. */
  var __helpdeskPreview: ((draw: DrawPreview) => void) | undefined
}

/**
 * Defines the preview of a screen: the only statement of the module that `remote.config.ts` names. The module is built
 * alone, into one small script, and shares no instance with the remote: no React, no state, no side effects.
 */
export const definePreview = (draw: DrawPreview): void => globalThis.__helpdeskPreview?.(draw)
