import { countText } from '../../model/figures'
import { dayText, shortDayText } from '../../model/days'
import { chakra } from '@helpdesk/ui'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { ReportTable } from '../tables'

/** A column drawn as a line or an area. `dash` distinguishes lines without color. */
interface Series {
  column: number
  kind: 'line' | 'area'
  color: string
  dash?: string
}

export interface DayLinesProps {
  table: ReportTable
  series: readonly Series[]
}

const CHART_HEIGHT = 240
const axis = { stroke: 'var(--hd-colors-border-emphasized)', fontSize: 12 }
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })
const tick = { fill: 'var(--hd-colors-fg-muted)' }

/** Line chart of figures by day, in the theme's colors. */
export function DayLines({ table, series }: DayLinesProps) {
  const data = table.rows.map((row) => Object.fromEntries(row.map((value, index) => [`c${index}`, value])))
  const shared = (each: Series) => ({
    dataKey: `c${each.column}`,
    name: table.columns[each.column]?.label ?? '',
    stroke: each.color,
    strokeWidth: 2,
    strokeDasharray: each.dash ?? '0',
    isAnimationActive: false,
  })
  // A single day has no line, so it gets a dot.
  const dot = data.length === 1 ? { r: 4 } : false
  return (
    <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
      <ComposedChart
        data={data}
        accessibilityLayer={false}
        margin={{ top: 4, right: 12, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--hd-colors-border)" />
        <XAxis
          dataKey="c0"
          {...axis}
          tick={tick}
          tickFormatter={shortDayText}
          minTickGap={28}
          tickMargin={6}
        />
        <YAxis {...axis} tick={tick} width={44} allowDecimals={false} tickFormatter={compact.format} />
        <Tooltip
          content={Tip}
          isAnimationActive={false}
          cursor={{ stroke: 'var(--hd-colors-border-emphasized)' }}
        />
        {series.length > 1 && <Legend iconType="plainline" formatter={LegendWord} />}
        {series.map((each) =>
          each.kind === 'area' ? (
            <Area key={each.column} {...shared(each)} fill={each.color} fillOpacity={0.18} dot={dot} />
          ) : (
            <Line key={each.column} {...shared(each)} dot={dot} />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

const LegendWord = (word: string | undefined) => <Word>{word}</Word>

interface TipProps {
  active?: boolean
  label?: string | number
  payload?: readonly { name?: string | number; value?: unknown }[]
}

function Tip({ active, label, payload }: TipProps) {
  if (!active || !payload?.length) return null
  return (
    <Bubble>
      <strong>{dayText(String(label))}</strong>
      {payload.map(({ name, value }) => (
        <div key={name}>
          {name}: {countText(Number(value))}
        </div>
      ))}
    </Bubble>
  )
}

const Word = chakra('span', { base: { color: 'fg.muted', fontSize: 'sm' } })
const Bubble = chakra('div', {
  base: {
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    boxShadow: 'md',
    px: '2.5',
    py: '1.5',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
  },
})
