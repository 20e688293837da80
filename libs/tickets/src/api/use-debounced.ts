import { useEffect, useState } from 'react'

/**
 * The value after a pause in its changes, for requests while typing.
 * @param ms length of the pause
 * @param initial the result until the first pause; default: the first value
 */
export function useDebounced(value: string, ms: number, initial = value): string {
  const [settled, setSettled] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
