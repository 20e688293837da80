import { useEffect, useState } from 'react'
import { hasMarkdown } from '../../model/markdown/has-markdown'
import type { Markdown } from './Markdown'
import { UserText } from './UserText'

let Loaded: typeof Markdown | undefined
const load = async () => (Loaded ??= (await import('./Markdown')).Markdown)

/** The text of a message: plain at once, and formatted as soon as the code for Markdown is loaded, if it has any. */
export function MessageText({ children }: { children: string }) {
  const formatted = hasMarkdown(children)
  const [Formatted, setFormatted] = useState(() => Loaded)
  useEffect(() => {
    if (!formatted || Formatted) return
    load().then(
      (loaded) => setFormatted(() => loaded),
      // Without the code, the text stays readable as typed.
      () => undefined,
    )
  }, [formatted, Formatted])
  return formatted && Formatted ? <Formatted text={children} /> : <UserText>{children}</UserText>
}
