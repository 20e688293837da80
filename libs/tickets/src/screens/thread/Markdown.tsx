import { Box, chakra, Link } from '@helpdesk/ui'
import { memo, type ReactNode } from 'react'
import { safeHref } from '../../model/autolinks'
import {
  blankLinesBetween,
  parseMarkdown,
  sourceOf,
  type MarkdownNode,
} from '../../model/markdown/parse-markdown'
import { Autolinked, LINK_PROPS } from './UserText'

/**
 * A message with its Markdown rendered. Only the elements below can appear; everything else stays text. It keeps the line
 * breaks and empty lines of its source, so that it is as high as the plain text it replaces. Parsed once, not whenever the
 * conversation changes.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <Root>{blocks(parseMarkdown(text).children, text)}</Root>
})

function blocks(nodes: readonly MarkdownNode[], text: string): ReactNode {
  return nodes.map((node, index) => {
    const gap = blankLinesBetween(nodes[index - 1], node)
    return (
      <Block key={index} node={node} text={text} style={gap > 0 ? { marginTop: `${gap}lh` } : undefined} />
    )
  })
}

interface BlockProps {
  node: MarkdownNode
  text: string
  style: { marginTop: string } | undefined
}

function Block({ node, text, style }: BlockProps) {
  switch (node.type) {
    case 'paragraph':
      return <p style={style}>{inlines(node.children, text)}</p>
    // No heading elements: they would change the page's outline.
    case 'heading':
      return (
        <p style={style}>
          <strong>{inlines(node.children, text)}</strong>
        </p>
      )
    case 'blockquote':
      return <blockquote style={style}>{blocks(node.children, text)}</blockquote>
    case 'list':
      return node.ordered ? (
        <ol style={style} start={node.start ?? 1}>
          {blocks(node.children, text)}
        </ol>
      ) : (
        <ul style={style}>{blocks(node.children, text)}</ul>
      )
    case 'listItem':
      return <li style={style}>{blocks(node.children, text)}</li>
    case 'code':
      return (
        <pre style={style} tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      )
    default:
      return <p style={style}>{sourceOf(node, text)}</p>
  }
}

/** @param linked true inside a link, which cannot contain another */
const inlines = (nodes: readonly MarkdownNode[], text: string, linked = false): ReactNode =>
  nodes.map((node, index) => <Inline key={index} node={node} text={text} linked={linked} />)

function Inline({ node, text, linked }: { node: MarkdownNode; text: string; linked: boolean }) {
  switch (node.type) {
    case 'text':
      return linked ? node.value : <Autolinked>{node.value}</Autolinked>
    case 'strong':
      return <strong>{inlines(node.children, text, linked)}</strong>
    case 'emphasis':
      return <em>{inlines(node.children, text, linked)}</em>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return '\n'
    case 'link': {
      const href = safeHref(node.url)
      if (!href || linked) return sourceOf(node, text)
      return (
        <>
          <Link {...LINK_PROPS} href={href}>
            {inlines(node.children, text, true)}
          </Link>
          <Destination source={sourceOf(node, text)} href={href} />
        </>
      )
    }
    default:
      return sourceOf(node, text)
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
    '& p': { whiteSpace: 'pre-wrap' },
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
