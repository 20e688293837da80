import { isWithinBounds } from '@helpdesk/tickets/model/markdown/markdown-bounds'
import { Box, chakra, Link, RouterLink } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { safeLink } from './links'
import * as texts from './texts'

/** Allowed elements. Others are reduced to their text, and HTML is shown as text. */
const ALLOWED = [
  ...['p', 'strong', 'em', 'del', 'a', 'br', 'hr', 'blockquote', 'code', 'pre', 'ul', 'ol', 'li', 'img'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

function MessageLink({ href, children }: { href?: string; children?: ReactNode }) {
  const link = safeLink(href)
  if (!link) return <>{children}</>
  if (link.kind === 'ticket') return <RouterLink to={link.to}>{children}</RouterLink>
  const shown = typeof children === 'string' && children.includes(link.host)
  return (
    <>
      <Link href={link.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </Link>
      {!shown && <Host> ({link.host})</Host>}
    </>
  )
}

const Title = ({ children }: { children?: ReactNode }) => (
  <p>
    <strong>{children}</strong>
  </p>
)
// Only the props listed here reach the page: no id, class or style from the message.
const components: Components = {
  a: ({ href, children }) => <MessageLink href={href}>{children}</MessageLink>,
  // No images: fetching one could send data to any server in its URL.
  img: ({ alt }) => <>{texts.picture(alt)}</>,
  // No headings: they would change the page's outline.
  h1: Title,
  h2: Title,
  h3: Title,
  h4: Title,
  h5: Title,
  h6: Title,
  ul: ({ children }) => <ul>{children}</ul>,
  ol: ({ children, start }) => <ol start={start}>{children}</ol>,
  li: ({ children }) => <li>{children}</li>,
  code: ({ children }) => <code>{children}</code>,
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    <Box overflowX="auto" tabIndex={0} role="group" aria-label={texts.table}>
      <table>{children}</table>
    </Box>
  ),
  th: ({ children, style }) => <th style={{ textAlign: style?.textAlign }}>{children}</th>,
  td: ({ children, style }) => <td style={{ textAlign: style?.textAlign }}>{children}</td>,
}

/** Renders untrusted Markdown: no HTML, no images, links only to http(s) pages and tickets. Beyond the bounds it is plain text. */
export function Markdown({ text }: { text: string }) {
  if (!isWithinBounds(text)) return <Root whiteSpace="pre-wrap">{text}</Root>
  return (
    <Root>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        allowedElements={ALLOWED}
        unwrapDisallowed
        // `MessageLink` checks the links.
        urlTransform={(url) => url}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </Root>
  )
}

const Host = chakra('span', { base: { color: 'fg.muted' } })
const Root = chakra('div', {
  base: {
    overflowWrap: 'anywhere',
    '& > * + *': { marginTop: '2' },
    '& ul, & ol': { paddingInlineStart: '5' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    '& li + li': { marginTop: '0.5' },
    '& blockquote': { borderInlineStartWidth: '3px', borderColor: 'border', ps: '3', color: 'fg.muted' },
    '& code': { fontFamily: 'mono', fontSize: 'sm', bg: 'bg.muted', borderRadius: 'sm', px: '1' },
    '& pre': { bg: 'bg.muted', borderRadius: 'md', p: '3', overflowX: 'auto' },
    '& pre code': { bg: 'transparent', p: '0' },
    '& table': { borderCollapse: 'collapse', fontSize: 'sm' },
    '& th, & td': { borderWidth: '1px', borderColor: 'border', px: '2.5', py: '1', textAlign: 'start' },
    '& th': { fontWeight: 'semibold', bg: 'bg.subtle' },
    '& hr': { borderColor: 'border' },
  },
})
