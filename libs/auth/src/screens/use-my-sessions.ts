import { useCallback, useEffect, useState } from 'react'
import { endMySession } from '../api/end-my-session'
import { endOtherSessions } from '../api/end-other-sessions'
import { listMySessions, type MySession } from '../api/list-my-sessions'

/** The sessions to end: one by id, or all others. */
export type Ending = string | 'others'

/** The user's sessions with a command to end them. `data` is kept during a refetch. */
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
    // an effect must not set state synchronously
    const soon = setTimeout(() => void refetch(), 0)
    return () => clearTimeout(soon)
  }, [refetch])

  /** @throws AppError when the request fails; the session stays in the list */
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
