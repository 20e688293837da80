import { countText, percentText } from '../../model/figures'
import { chakra } from '@helpdesk/ui'
import type { ReportTable } from '../tables'

interface BarListProps {
  /** First column: names; second column: counts. */
  table: ReportTable
  /** The count for 100 %. Not the sum of the bars, because a ticket may have several tags. */
  of: number
  /** Color token of each row. Default: accent. */
  colors?: readonly string[]
  /** Maximum number of bars. */
  max?: number
}

/** Horizontal bars with name, count and percentage. */
export function BarList({ table, of, colors, max = Infinity }: BarListProps) {
  const counts = table.rows.map((row) => Number(row[1]))
  const most = Math.max(...counts, 1)
  return (
    <List>
      {table.rows.slice(0, max).map(([name], index) => (
        <Row key={String(name)}>
          <Name>{name}</Name>
          <Track>
            <Bar
              bg={colors?.[index] ?? 'accent'}
              style={{ width: `${((counts[index] ?? 0) / most) * 100}%` }}
            />
          </Track>
          <Figure>
            {countText(counts[index] ?? 0)}
            <Share>{percentText(of === 0 ? null : (counts[index] ?? 0) / of)}</Share>
          </Figure>
        </Row>
      ))}
    </List>
  )
}

const List = chakra('ul', { base: { listStyle: 'none', m: '0', p: '0' } })
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(5rem, 8rem) minmax(2rem, 1fr) 6.5rem',
    alignItems: 'center',
    gap: '3',
    minHeight: '7',
    fontSize: 'sm',
  },
})
const Name = chakra('span', {
  base: { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
const Track = chakra('span', { base: { display: 'block', bg: 'bg.muted', borderRadius: 'sm', height: '3' } })
const Bar = chakra('span', { base: { display: 'block', height: '3', borderRadius: 'sm' } })
const Figure = chakra('span', {
  base: { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
})
const Share = chakra('span', {
  base: { display: 'inline-block', width: '3rem', color: 'fg.muted' },
})
