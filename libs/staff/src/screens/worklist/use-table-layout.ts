import { useLayoutEffect, useState, type RefObject } from 'react'
import { layoutFor, type TableLayout } from './table-layout'

/** The layout that fits the width of the table's parent. @param isSplit a ticket is open beside the list */
export function useTableLayout(table: RefObject<HTMLElement | null>, isSplit: boolean): TableLayout {
  const [layout, setLayout] = useState<TableLayout>(layoutFor(0, isSplit))
  useLayoutEffect(() => {
    const parent = table.current?.parentElement
    if (!parent) return
    const measure = () => setLayout(layoutFor(parent.clientWidth, isSplit))
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [table, isSplit])
  return layout
}
