import { useLayoutEffect, useState, type RefObject } from 'react'
import { layoutFor, type TableLayout } from './table-layout'

/** The layout that fits the width of the table's parent. */
export function useTableLayout(table: RefObject<HTMLElement | null>): TableLayout {
  const [layout, setLayout] = useState<TableLayout>('wide')
  useLayoutEffect(() => {
    const parent = table.current?.parentElement
    if (!parent) return
    const measure = () => setLayout(layoutFor(parent.clientWidth))
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [table])
  return layout
}
