import { expect, it } from 'vitest'
import { CANVAS_MAX_PIXELS, canvasScale } from './canvas-scale'

const a4 = { width: 595, height: 842 }

it('canvasScale matches the device pixels', () => {
  expect(canvasScale(a4, 595, 1)).toBe(1)
  expect(canvasScale(a4, 595, 2)).toBe(2)
  expect(canvasScale(a4, 1190, 1)).toBe(2)
  // A zoomed-out browser reports a density below 1.
  expect(canvasScale(a4, 595, 0.5)).toBe(1)
})

it('canvasScale never exceeds the canvas limit', () => {
  const scale = canvasScale(a4, 5000, 3)
  expect(a4.width * scale * a4.height * scale).toBeCloseTo(CANVAS_MAX_PIXELS, -2)
})
