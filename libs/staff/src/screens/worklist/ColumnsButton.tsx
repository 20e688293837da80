import { IconButton, SettingsIcon, type IconButtonProps } from '@helpdesk/ui'
import { lazy, Suspense, useState } from 'react'
import type { ColumnsMenuProps } from './ColumnsMenu'
import * as texts from './texts'

const ColumnsMenu = lazy(async () => ({ default: (await import('./ColumnsMenu')).ColumnsMenu }))

/** Opens the choice of the columns, which is loaded with the first use. */
export function ColumnsButton(props: Omit<ColumnsMenuProps, 'trigger'>) {
  const [isUsed, setUsed] = useState(false)
  const trigger = (more: Partial<IconButtonProps>) => (
    <IconButton label={texts.columns} {...more}>
      <SettingsIcon size={14} />
    </IconButton>
  )
  if (!isUsed) return trigger({ 'aria-expanded': false, onClick: () => setUsed(true) })
  return (
    <Suspense fallback={trigger({ 'aria-expanded': false })}>
      <ColumnsMenu {...props} trigger={trigger} />
    </Suspense>
  )
}
