import { Button, Dialog, Stack } from '@helpdesk/ui'
import { FilterFields, type FilterFieldsProps } from './FilterFields'

/** The filters of a narrow list. The list behind changes at once. */
export function FilterSheet({ onClose, ...fields }: FilterFieldsProps & { onClose: () => void }) {
  return (
    <Dialog title="Filters" size="sheet" lightDismiss onClose={onClose}>
      <Stack gap="3">
        <FilterFields {...fields} labelled />
        <Button variant="solid" size="lg" onClick={onClose}>
          Show tickets
        </Button>
      </Stack>
    </Dialog>
  )
}
