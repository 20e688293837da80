import { useSearchParams } from '@helpdesk/ui/router'
import { useCallback, useEffect, useState } from 'react'
import { whenConfigured } from '../app/portal-services'

/** What the token of a mail's link is for. */
export interface MailLink<Value> {
  value: Value | undefined
  error: unknown
  busy: boolean
  load: () => void
  /** Replaces the value by what the request answers. @returns whether it succeeded */
  run: (request: (token: string) => Promise<Value>) => Promise<boolean>
}

/**
 * Reads what the link of a mail is for, without signing in.
 * @param read - gets the value by the link's token and changes nothing, since mail scanners open every link
 */
export function useMailLink<Value>(read: (token: string) => Promise<Value>): MailLink<Value> {
  const token = useSearchParams()[0].get('token') ?? ''
  const [value, setValue] = useState<Value>()
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)

  const run = useCallback(
    async (request: (token: string) => Promise<Value>) => {
      setBusy(true)
      try {
        await whenConfigured()
        setValue(await request(token))
        setError(null)
        return true
      } catch (failure) {
        setError(failure)
        return false
      } finally {
        setBusy(false)
      }
    },
    [token],
  )
  const load = useCallback(() => void run(read), [run, read])
  useEffect(() => {
    // An effect must not set state synchronously.
    const soon = setTimeout(load, 0)
    return () => clearTimeout(soon)
  }, [load])
  return { value, error, busy, load, run }
}
