import { mailLinkNext, readMailLink, type MailLink } from '@helpdesk/auth/model/mail-link'
import { useLocation, useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'

interface OpenedLink {
  link: MailLink
  /** Path to open after sign-in. */
  next: string | null
  forget: () => void
}

/**
 * The mail link that opened this page. Its token is moved from the address to the state of the history entry, which
 * survives a reload.
 */
export function useMailLink(): OpenedLink | null {
  const { pathname, state } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const opened = readMailLink(params)
  // kept in React state too, because the skip link adds a history entry
  const [link, setLink] = useState(() => opened ?? readMailLink(state))
  const [next] = useState(() => mailLinkNext(params))

  useEffect(() => {
    if (!opened) return
    const kept = new URLSearchParams({ type: opened.type })
    if (next) kept.set('next', next)
    void navigate(`${pathname}?${kept}`, { replace: true, state: opened })
  })

  return link && { link, next, forget: () => setLink(null) }
}
