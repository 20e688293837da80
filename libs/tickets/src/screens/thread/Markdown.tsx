import { Box, chakra, Link } from '@helpdesk/ui'
import type { Options } from 'mdast-util-from-markdown'
import { memo, type ReactNode } from 'react'
import { safeHref } from '../../model/autolinks'
import { withMarks } from '../../model/markdown/mark-references'
import {
  blankLinesBetween,
  parseMarkdown,
  sourceOf,
  type MarkdownNode,
} from '../../model/markdown/parse-markdown'
import { textDirection } from '../../model/text-direction'
import { Autolinked, LINK_PROPS } from './UserText'

interface MarkdownProps {
  text: string
  /** Options of the parser for other texts than messages. */
  syntax?: Options
  /** Shows a node in its own way; undefined leaves it to this component. Takes its source and what shows its children. */
  show?: (
    node: MarkdownNode,
    source: string,
    children: (nodes: readonly MarkdownNode[]) => ReactNode,
  ) => ReactNode
}

/**
 * A message with its Markdown rendered. Only the elements below can appear; everything else stays text. It keeps the line
 * breaks and empty lines of its source, so that it is as high as the plain text it replaces. Parsed once, not whenever the
 * conversation changes.
 */
export const Markdown = memo(function Markdown({ text, syntax, show }: MarkdownProps) {
  return <Root>{blocks(parseMarkdown(text, syntax).children, { text, show })}</Root>
})

type Source = Pick<MarkdownProps, 'text' | 'show'>

function blocks(nodes: readonly MarkdownNode[], of: Source): ReactNode {
  return nodes.map((node, index) => {
    const gap = blankLinesBetween(nodes[index - 1], node)
    return <Block key={index} node={node} of={of} style={gap > 0 ? { marginTop: `${gap}lh` } : undefined} />
  })
}

interface BlockProps {
  node: MarkdownNode
  of: Source
  style: { marginTop: string } | undefined
}

function Block({ node, of, style }: BlockProps) {
  const source = sourceOf(node, of.text)
  const own = of.show?.(node, source, (nodes) => inlines(nodes, of))
  if (own !== undefined) return <Box style={style}>{own}</Box>
  switch (node.type) {
    case 'paragraph':
      return (
        <p dir="auto" style={style}>
          {inlines(node.children, of)}
        </p>
      )
    // No heading elements: they would change the page's outline.
    case 'heading':
      return (
        <p dir="auto" style={style}>
          <strong>{inlines(node.children, of)}</strong>
        </p>
      )
    case 'blockquote':
      return (
        <blockquote dir={textDirection(source)} style={style}>
          {blocks(node.children, of)}
        </blockquote>
      )
    case 'list':
      return node.ordered ? (
        <ol dir={textDirection(source)} style={style} start={node.start ?? 1}>
          {blocks(node.children, of)}
        </ol>
      ) : (
        <ul dir={textDirection(source)} style={style}>
          {blocks(node.children, of)}
        </ul>
      )
    case 'listItem':
      return <li style={style}>{blocks(node.children, of)}</li>
    case 'code':
      return (
        <pre dir="ltr" style={style} tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      )
    default:
      return (
        <p dir="auto" style={style}>
          {source}
        </p>
      )
  }
}

/** @param linked true inside a link, which cannot contain another */
const inlines = (nodes: readonly MarkdownNode[], of: Source, linked = false): ReactNode =>
  nodes.map((node, index) => <Inline key={index} node={node} of={of} linked={linked} />)

function Inline({ node, of, linked }: { node: MarkdownNode; of: Source; linked: boolean }) {
  const source = sourceOf(node, of.text)
  const own = of.show?.(node, source, (nodes) => inlines(nodes, of, true))
  if (own !== undefined) return own
  switch (node.type) {
    case 'text': {
      const value = withMarks(node.value)
      return linked ? value : <Autolinked>{value}</Autolinked>
    }
    case 'strong':
      return <strong>{inlines(node.children, of, linked)}</strong>
    case 'emphasis':
      return <em>{inlines(node.children, of, linked)}</em>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return '\n'
    case 'link': {
      const href = safeHref(node.url)
      if (!href || linked) return source
      return (
        <>
          <Link {...LINK_PROPS} href={href}>
            {inlines(node.children, of, true)}
          </Link>
          <Destination source={source} href={href} />
        </>
      )
    }
    default:
      return source
  }
}

/** The host of a link whose text does not name it, because the text may promise another destination. */
function Destination({ source, href }: { source: string; href: string }) {
  const host = href.startsWith('mailto:') ? href.slice('mailto:'.length) : new URL(href).host
  const label = source.slice(1, source.lastIndexOf(']('))
  if (source.startsWith('<') || label === host || (URL.canParse(label) && new URL(label).host === host))
    return null
  return (
    <Box as="span" color="fg.muted">
      {` (${host})`}
    </Box>
  )
}

const Root = chakra('div', {
  base: {
    overflowWrap: 'anywhere',
    maxWidth: '48rem',
    lineHeight: '1.5em',
    // Each line goes its own way: one in Arabic, one in English.
    '& p': { whiteSpace: 'pre-wrap', unicodeBidi: 'plaintext' },
    '& ul, & ol': { paddingInlineStart: '5' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    '& li::marker': { color: 'fg.muted' },
    '& blockquote': { borderInlineStartWidth: '3px', borderColor: 'border', ps: '3', color: 'fg.muted' },
    '& code': {
      fontFamily: 'mono',
      fontSize: '0.9em',
      bg: 'bg.muted',
      borderRadius: 'sm',
      px: '1',
      py: '0.5',
    },
    // As high as its source: the padding replaces the lines of the fences.
    '& pre': { bg: 'bg.muted', borderRadius: 'md', px: '3', py: '1lh', overflowX: 'auto', whiteSpace: 'pre' },
    '& pre code': { bg: 'transparent', p: '0' },
  },
})
