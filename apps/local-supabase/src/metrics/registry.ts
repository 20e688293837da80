/** Label values by name. They come from sets of this product, never from a sender: each one is a series. */
export type Labels = Record<string, string>
/** A value, several with labels, or undefined when it is unknown now. */
type Reading = number | undefined | readonly (readonly [Labels, number])[]

const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
const series = (name: string, labels: Labels) => {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`)
  return pairs.length > 0 ? `${name}{${pairs.join(',')}}` : name
}

/** Prometheus' text format 0.0.4. */
export function gauge(
  name: string,
  help: string,
  reading: Reading,
  type: 'gauge' | 'counter' = 'gauge',
): string {
  if (reading === undefined) return ''
  const values = typeof reading === 'number' ? [[{}, reading] as const] : reading
  const lines = values.map(([labels, value]) => `${series(name, labels)} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

export interface Histogram {
  observe(labels: Labels, value: number): void
  text(): string
}

/** More routes and statuses than there are. */
const MAX_SERIES = 2_000

/** @param bounds - upper bounds of the buckets, ascending */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const known = new Map<string, { labels: Labels; buckets: number[]; sum: number; count: number }>()
  return {
    observe(labels, value) {
      const key = JSON.stringify(labels)
      const entry = known.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 }
      if (!known.has(key) && known.size >= MAX_SERIES) return
      known.set(key, entry)
      const bucket = bounds.findIndex((bound) => value <= bound)
      if (bucket >= 0) entry.buckets[bucket] = (entry.buckets[bucket] ?? 0) + 1
      entry.sum += value
      entry.count += 1
    },
    text() {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
      for (const { labels, buckets, sum, count } of known.values()) {
        let below = 0
        for (const [index, bound] of bounds.entries()) {
          below += buckets[index] ?? 0
          lines.push(`${series(`${name}_bucket`, { ...labels, le: String(bound) })} ${below}`)
        }
        lines.push(`${series(`${name}_bucket`, { ...labels, le: '+Inf' })} ${count}`)
        lines.push(`${series(`${name}_sum`, labels)} ${sum}`, `${series(`${name}_count`, labels)} ${count}`)
      }
      return [...lines, ''].join('\n')
    },
  }
}
