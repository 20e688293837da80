import { Skeleton } from '@helpdesk/ui'

interface RowSize {
  /** In pixels. */
  height: number
  columns: number
}

/** Takes the height of rows that are not rendered. */
export const SpacerRow = ({ height, columns }: RowSize) =>
  height > 0 && (
    <tr data-space aria-hidden style={{ height }}>
      <td colSpan={columns} />
    </tr>
  )

/** A row that is loading. */
export const PendingRow = ({ index, height, columns }: RowSize & { index: number }) => (
  <tr data-space aria-hidden style={{ height }}>
    <td colSpan={columns}>
      <Skeleton height="3" width={`${95 - ((index * 17) % 40)}%`} />
    </td>
  </tr>
)

export const PendingRows = ({ count, ...size }: RowSize & { count: number }) =>
  Array.from({ length: count }, (_, index) => <PendingRow key={index} index={index} {...size} />)
