import { mailLinkNext, readMailLink, type MailLink } from '@helpdesk/auth/model/mail-link'
import { useLocation, useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'

interface OpenedLink {
  link: MailLink
  /** Where the link leads afterwards, when it says so. */
  next: string | null
  forget: () => void
}

/**
 * The link of a mail that this page was opened with. Its token leaves the address at once, for the history entry,
 * where a reload still finds it.
 */
export function useMailLink(): OpenedLink | null {
  const { pathname, state } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const opened = readMailLink(params)
  // kept here too: the skip link makes a history entry of its own
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
