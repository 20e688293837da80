import { Button, Dialog, Stack } from '@helpdesk/ui'
import { DensityButton } from './DensityButton'
import { FilterFields, type FilterFieldsProps } from './FilterFields'
import * as texts from './texts'

/** The filters of a narrow list. The list behind changes at once. */
export function FilterSheet({ onClose, ...fields }: FilterFieldsProps & { onClose: () => void }) {
  return (
    <Dialog title={texts.filters} size="sheet" lightDismiss onClose={onClose}>
      <Stack gap="3">
        <FilterFields {...fields} labelled />
        <DensityButton labelled />
        <Button variant="solid" size="lg" onClick={onClose}>
          {texts.showTickets}
        </Button>
      </Stack>
    </Dialog>
  )
}
