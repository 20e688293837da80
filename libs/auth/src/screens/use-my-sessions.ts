import { useCallback, useEffect, useState } from 'react'
import { endMySession, endOtherSessions, listMySessions, type MySession } from '../commands/my-sessions'

/** What is being ended: one session by its id, or all others. */
export type Ending = string | 'others'

/** Where one is signed in, and what ends it. `data` stays while it is asked for again. */
export function useMySessions() {
  const [data, setData] = useState<MySession[]>()
  const [error, setError] = useState<unknown>(null)
  const [isFetching, setFetching] = useState(true)
  const [ending, setEnding] = useState<Ending | null>(null)

  const refetch = useCallback(async () => {
    setFetching(true)
    try {
      setData(await listMySessions())
      setError(null)
    } catch (failure) {
      setError(failure)
    } finally {
      setFetching(false)
    }
  }, [])

  useEffect(() => {
    // in a later turn, as an effect is no place to set state
    const soon = setTimeout(() => void refetch(), 0)
    return () => clearTimeout(soon)
  }, [refetch])

  /** @throws AppError when the session could not be ended; it stays in the list. */
  async function end(which: Ending): Promise<void> {
    setEnding(which)
    try {
      await (which === 'others' ? endOtherSessions() : endMySession(which))
      setData((list) =>
        list?.filter(({ id, is_current }) => is_current || (which !== 'others' && id !== which)),
      )
    } finally {
      setEnding(null)
    }
  }

  const query = { data, error, isPending: data === undefined && error === null, isFetching, refetch }
  return { query, ending, end }
}
