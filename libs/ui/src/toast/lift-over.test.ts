import { describe, expect, it } from 'vitest'
import { liftOver } from './lift-over'

const edges = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const toast = edges(16, 560, 344, 624)

describe('a toast', () => {
  it('stays at the bottom while it covers nothing', () => {
    expect(liftOver(toast, [])).toBe(0)
    expect(liftOver(toast, [edges(0, 100, 360, 560)])).toBe(0)
    expect(liftOver(toast, [edges(344, 100, 400, 624)])).toBe(0)
  })

  it('rises above what it would cover, with a gap', () => {
    const lift = liftOver(toast, [edges(0, 400, 360, 640)])
    expect(toast.bottom - lift).toBe(392)
    expect(liftOver(toast, [edges(300, 600, 340, 632)])).toBe(32)
  })

  it('rises above the second thing that it would cover on its way', () => {
    expect(toast.bottom - liftOver(toast, [edges(0, 580, 360, 640), edges(0, 500, 360, 540)])).toBe(492)
  })

  it('stays on the screen, and keeps the smaller thing free', () => {
    expect(liftOver(toast, [edges(0, 40, 360, 640)])).toBe(0)
    expect(toast.bottom - liftOver(toast, [edges(0, 40, 360, 640), edges(280, 590, 340, 630)])).toBe(582)
  })
})
