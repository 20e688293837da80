/** Canvas area that every browser supports, in pixels. */
export const CANVAS_MAX_PIXELS = 16_000_000

/**
 * Canvas pixels per point of a page, so that it is sharp at its displayed width.
 * @param page natural size in points
 * @param width displayed width in CSS pixels
 * @param density device pixels per CSS pixel
 */
export function canvasScale(page: { width: number; height: number }, width: number, density: number): number {
  const ideal = (width / page.width) * Math.max(1, density)
  const largest = Math.sqrt(CANVAS_MAX_PIXELS / (page.width * page.height))
  return Math.min(ideal, largest)
}
