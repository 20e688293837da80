/** Edges in pixels of the viewport. */
export type Edges = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>

/** Between a toast and what it stays above. */
const GAP_PX = 8

/**
 * How far a toast rises, in pixels, so that it covers none of the areas.
 * @param toast its place at the bottom
 * @param areas the larger before the smaller: one above which there is no room is left out
 */
export function liftOver(toast: Edges, areas: readonly Edges[]): number {
  let lift = 0
  for (const area of areas) {
    const isBeside = area.right <= toast.left || area.left >= toast.right
    const isApart = area.bottom <= toast.top - lift || area.top >= toast.bottom - lift
    if (isBeside || isApart) continue
    const needed = toast.bottom - area.top + GAP_PX
    if (toast.top - needed >= 0) lift = needed
  }
  return lift
}
