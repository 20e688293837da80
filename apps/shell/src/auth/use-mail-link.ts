import { mailLinkNext, readMailLink, type MailLink } from '@helpdesk/auth/model/mail-link'
import { useLocation, useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'

interface OpenedLink {
  link: MailLink
  /** Where the link leads after sign-in. */
  next: string | null
  forget: () => void
}

/**
 * The mail link that opened this page. Its token is moved at once from the address to the history entry's state, where
 * a reload still finds it.
 */
export function useMailLink(): OpenedLink | null {
  const { pathname, state } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const opened = readMailLink(params)
  // also in state: the skip link adds a history entry
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
