import { useLayoutEffect, useRef, useState } from 'react'
import { findStaticLogin, readEarlyInput, replayAction, type EarlyInput } from './early-input'

/**
 * Takes over values, focus and clicks of the static login page that the app has just replaced.
 * @param setValues - sets the form's values
 */
export function useEarlyInput(setValues: (values: Pick<EarlyInput, 'email' | 'password'>) => void): void {
  const [page] = useState(findStaticLogin)
  const done = useRef(false)
  const latest = useRef(setValues)
  useLayoutEffect(() => {
    latest.current = setValues
  })
  useLayoutEffect(() => {
    if (!page || done.current) return
    done.current = true
    const { email, password, focused, action } = readEarlyInput(page)
    if (email || password) latest.current({ email, password })
    if (focused) document.querySelector<HTMLElement>(`#main [name="${focused}"]`)?.focus()
    // after the render that fills in the form
    if (action) setTimeout(() => replayAction(action), 0)
  }, [page])
}
