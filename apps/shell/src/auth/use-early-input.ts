import { useLayoutEffect, useRef, useState } from 'react'
import { findStaticLogin, readEarlyInput, repeatAction, type EarlyInput } from './early-input'

/**
 * When the login page of the HTML has just given way to this one: takes over what was typed, the focus, and what
 * was pressed.
 * @param take - puts the values into the form
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
    // the form has the values with the next rendering, which comes before this
    if (action) setTimeout(() => repeatAction(action), 0)
  }, [page])
}
