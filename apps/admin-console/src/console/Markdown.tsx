import { Markdown as MessageMarkdown } from '@helpdesk/tickets/screens/thread/Markdown'
import { chakra, RouterLink } from '@helpdesk/ui'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { ComponentProps } from 'react'
import { safeLink } from './links'
import * as texts from './texts'

type Props = ComponentProps<typeof MessageMarkdown>

/** Unlike messages, answers of the assistant have tables, rules, escapes and links to tickets. */
const syntax: Props['syntax'] = {
  extensions: [gfmTable(), { disable: { null: ['definition'] } }],
  mdastExtensions: [gfmTableFromMarkdown()],
}

const show: Props['show'] = (node, source, children) => {
  switch (node.type) {
    case 'thematicBreak':
      return <hr />
    case 'link': {
      const link = safeLink(node.url)
      if (link?.kind === 'ticket') return <RouterLink to={link.to}>{children(node.children)}</RouterLink>
      return link ? undefined : source
    }
    case 'table': {
      const [head, ...rows] = node.children.map((row) =>
        row.children.map((cell, index) => ({
          content: children(cell.children),
          style: { textAlign: node.align?.[index] ?? undefined },
        })),
      )
      return (
        <Table tabIndex={0} role="group" aria-label={texts.table}>
          <table>
            <thead>
              <tr>
                {head?.map(({ content, style }, index) => (
                  <th key={index} style={style}>
                    {content}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map(({ content, style }, index) => (
                    <td key={index} style={style}>
                      {content}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Table>
      )
    }
    default:
      return undefined
  }
}

/** Renders untrusted Markdown: no HTML, no images, links only to http(s) pages and tickets. Beyond the bounds it is plain text. */
export const Markdown = ({ text }: { text: string }) => (
  <MessageMarkdown text={text} syntax={syntax} show={show} />
)

const Table = chakra('div', {
  base: {
    overflowX: 'auto',
    '& table': { borderCollapse: 'collapse', fontSize: 'sm' },
    '& th, & td': { borderWidth: '1px', borderColor: 'border', px: '2.5', py: '1', textAlign: 'start' },
    '& th': { fontWeight: 'semibold', bg: 'bg.subtle' },
  },
})
