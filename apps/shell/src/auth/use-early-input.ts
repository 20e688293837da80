import { useLayoutEffect, useRef, useState } from 'react'
import { findStaticLogin, readEarlyInput, repeatAction, type EarlyInput } from './early-input'

/**
 * Takes over values, focus and clicks of the static login page that the app has just replaced.
 * @param take - sets the form's values
 */
export function useEarlyInput(take: (values: Pick<EarlyInput, 'email' | 'password'>) => void): void {
  const [page] = useState(findStaticLogin)
  const done = useRef(false)
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useLayoutEffect(() => {
    if (!page || done.current) return
    done.current = true
    const { email, password, focused, action } = readEarlyInput(page)
    if (email || password) latest.current({ email, password })
    if (focused) document.querySelector<HTMLElement>(`#main [name="${focused}"]`)?.focus()
    // after the render that fills in the form
    if (action) setTimeout(() => repeatAction(action), 0)
  }, [page])
}
