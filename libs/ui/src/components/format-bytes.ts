const UNITS = ['Bytes', 'KB', 'MB', 'GB']

/** A file's size in Bytes, KB, MB or GB (steps of 1024), with at most two decimals: `1.5 KB`. */
export const formatBytes = (bytes: number): string => {
  let value = Math.max(0, bytes)
  let unit = 0
  const rounded = () => Math.round(value * 100) / 100
  while (rounded() >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${rounded()} ${UNITS[unit]}`
}
