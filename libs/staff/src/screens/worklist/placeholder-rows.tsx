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

/** Rows that are loading. */
export const PendingRows = ({ count, height, columns }: RowSize & { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <tr key={index} data-space aria-hidden style={{ height }}>
      <td colSpan={columns}>
        <Skeleton height="3" width={`${95 - ((index * 17) % 40)}%`} />
      </td>
    </tr>
  ))
