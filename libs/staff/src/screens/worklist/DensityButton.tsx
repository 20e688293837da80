import { Button, IconButton, MenuIcon } from '@helpdesk/ui'
import { changeDensity, useDensity } from '../../state/density'
import * as texts from './texts'

/** Switches the rows of worklists between comfortable and compact. @param labelled shows the words too */
export function DensityButton({ labelled = false }: { labelled?: boolean }) {
  const isCompact = useDensity() === 'compact'
  const shared = {
    'aria-pressed': isCompact,
    onClick: () => void changeDensity(isCompact ? 'comfortable' : 'compact'),
  }
  return labelled ? (
    <Button size="lg" variant={isCompact ? 'subtle' : 'outline'} {...shared}>
      <MenuIcon size={14} />
      {texts.compactRows}
    </Button>
  ) : (
    <IconButton label={texts.compactRows} {...shared}>
      <MenuIcon size={14} />
    </IconButton>
  )
}
