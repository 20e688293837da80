import { mailLinkNext, readMailLink, type MailLink } from '@helpdesk/auth/model/mail-link'
import { useLocation, useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { useEffect } from 'react'

interface OpenedLink {
  link: MailLink
  /** Where the link leads afterwards, when it says so. */
  next: string | null
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
  const link = opened ?? readMailLink(state)

  useEffect(() => {
    if (!opened) return
    const kept = new URLSearchParams({ type: opened.type })
    const next = mailLinkNext(params)
    if (next) kept.set('next', next)
    void navigate(`${pathname}?${kept}`, { replace: true, state: opened })
  })

  return link && { link, next: mailLinkNext(params) }
}
