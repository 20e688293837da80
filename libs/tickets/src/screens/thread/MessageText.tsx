import { hasMarkdown } from '../../model/markdown/has-markdown'
import { useMarkdown } from './use-markdown'
import { UserText } from './UserText'

/** The text of a message: plain at once, and formatted as soon as the code for Markdown is loaded, if it has any. */
export function MessageText({ children }: { children: string }) {
  const Formatted = useMarkdown(hasMarkdown(children))
  return Formatted ? <Formatted text={children} /> : <UserText>{children}</UserText>
}
