import { chakra } from '@helpdesk/ui'
import { cellText, type ReportTable } from './tables'

/** The figures of a chart as a table; long ones scroll inside, also with the keyboard. */
export function FigureTable({ table }: { table: ReportTable }) {
  return (
    <Scroll tabIndex={0} role="region" aria-label={`${table.title}, figures`}>
      <Root>
        <thead>
          <tr>
            {table.columns.map(({ label, format }) => (
              <th key={label} scope="col" data-number={isNumber(format)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // Two agents may have the same name.
            <tr key={index}>
              {table.columns.map(({ label, format }, column) =>
                column === 0 ? (
                  <th key={label} scope="row">
                    {cellText(row[0] ?? null, format)}
                  </th>
                ) : (
                  <td key={label} data-number>
                    {cellText(row[column] ?? null, format)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Root>
    </Scroll>
  )
}

const isNumber = (format: string) => (format === 'text' || format === 'day' ? undefined : true)

const Scroll = chakra('div', { base: { maxHeight: '18rem', overflow: 'auto', borderRadius: 'sm' } })
const Root = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    '& th, & td': {
      textAlign: 'start',
      py: '1.5',
      pe: '4',
      borderBottomWidth: '1px',
      borderColor: 'border.muted',
      fontWeight: 'normal',
      overflowWrap: 'anywhere',
    },
    '& thead th': {
      position: 'sticky',
      top: '0',
      bg: 'bg.panel',
      color: 'fg.muted',
      fontWeight: 'medium',
      overflowWrap: 'normal',
    },
    '& th[scope="row"]': { minWidth: '7rem', overflowWrap: 'break-word' },
    '& [data-number]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    '& tbody tr:last-of-type > *': { borderBottomWidth: '0' },
  },
})
