/** Messages of a page at first, and how many more come at a time: the layout of thousands would hold it up for seconds. */
export const AT_ONCE = 200
/** A page does not drop its first message for each new one. */
const STEP = 50

/**
 * How many of the oldest items a page leaves out.
 * @param most items to show; up to 49 more are
 */
export const leftOut = (count: number, most: number): number =>
  Math.max(0, Math.floor((count - most) / STEP) * STEP)
