import { createGuard } from '../../guard'

/** Bytes that are written at once; the kernel copies them for each receiver. */
const SLICE_BYTES = 1024 * 1024

/** What one receiver gets. */
interface Step {
  bytes: number
  send(): void
}

/** What has to arrive in order. */
export interface Sequence {
  /** Deliveries that wait. */
  pending: number
}

interface Delivery {
  sequence: Sequence
  steps: Step[]
  next: number
}

/** Delivers to many receivers in slices, so that a large message to all of them does not hold up everything else. */
export function createDelivery(sliceBytes = SLICE_BYTES) {
  const guard = createGuard({ name: 'realtime' })
  const waiting: Delivery[] = []

  function runSlice(): void {
    let left = sliceBytes
    for (let [first] = waiting; first && left > 0; [first] = waiting) {
      const step = first.steps[first.next]
      first.next += 1
      if (step) {
        left -= step.bytes
        guard(step.send)()
      } else {
        first.sequence.pending -= 1
        waiting.shift()
      }
    }
    if (waiting.length > 0) setImmediate(guard(runSlice))
  }

  /** Runs the steps: small ones at once, unless others of the same sequence wait. */
  return (sequence: Sequence, steps: Step[]): void => {
    const bytes = steps.reduce((sum, step) => sum + step.bytes, 0)
    if (sequence.pending === 0 && bytes <= sliceBytes) {
      for (const step of steps) step.send()
      return
    }
    sequence.pending += 1
    waiting.push({ sequence, steps, next: 0 })
    if (waiting.length === 1) setImmediate(guard(runSlice))
  }
}
