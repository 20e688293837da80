import { Box, deferred, quietly } from '@helpdesk/ui'

// The page stands before its reader of Markdown is there.
const markdown = deferred<{ text: string }>(async () => (await import('./Markdown')).Markdown, null)
/** Fetches the reader of Markdown ahead. */
export const preloadMarkdown = quietly(markdown.preload)

/** A message as Markdown; as plain text until the code for it is there. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Box minHeight="1.4em">
      <markdown.Screen text={text} />
    </Box>
  )
}
