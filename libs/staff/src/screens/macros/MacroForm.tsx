import {
  Alert,
  Button,
  Card,
  Field,
  Flex,
  Grid,
  Heading,
  Input,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  toast,
} from '@helpdesk/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSaveMacro } from '../../api/save-macro'
import { failureText } from '@helpdesk/tickets/model/errors'
import {
  MACRO_BODY_MAX,
  MACRO_NAME_MAX,
  macroFormDefaults,
  macroFormSchema,
  PLACEHOLDERS,
  toMacroForm,
  unknownPlaceholders,
  type Macro,
} from '../../model/macros'
import { MEDIUM_HINT } from '@helpdesk/tickets/model/priorities'
import { priorityOptions, statusOptions } from '../ticket-options'
import * as texts from './texts'

const unchanged = { value: '', label: texts.noChange }
const placeholderHint = Object.entries(PLACEHOLDERS)
  .map(([name, meaning]) => texts.placeholder(name, meaning))
  .join(', ')

/** Creates a macro (null) or edits one. */
export function MacroForm({ macro, onClose }: { macro: Macro | null; onClose: () => void }) {
  const save = useSaveMacro()
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(macroFormSchema),
    defaultValues: macro ? toMacroForm(macro) : macroFormDefaults,
  })
  const { errors } = formState
  const unknown = unknownPlaceholders(watch('body'))

  const submit = handleSubmit((values) =>
    save.mutate(
      { id: macro?.id ?? null, values },
      {
        onSuccess: () => {
          toast({
            type: 'success',
            title: macro ? texts.macroSaved : texts.macroCreated,
            description: values.name,
          })
          onClose()
        },
      },
    ),
  )

  return (
    <Card padded aria-label={macro ? texts.editMacro : texts.newMacro}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          <Heading size="sm">{macro ? texts.editMacro : texts.newMacro}</Heading>
          <Field label={texts.name} error={errors.name} required>
            <Input autoComplete="off" autoFocus maxLength={MACRO_NAME_MAX} {...register('name')} />
          </Field>
          <Field label={texts.text} error={errors.body} hint={placeholderHint}>
            <Textarea rows={6} maxLength={MACRO_BODY_MAX} {...register('body')} />
          </Field>
          {unknown.length > 0 && (
            <Alert tone="warning">{texts.unknownPlaceholders(unknown.join(', '))}</Alert>
          )}
          <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
            <Field label={texts.setStatus}>
              <NativeSelect options={[unchanged, ...statusOptions]} {...register('set_status')} />
            </Field>
            <Field label={texts.setPriority} hint={MEDIUM_HINT}>
              <NativeSelect options={[unchanged, ...priorityOptions]} {...register('set_priority')} />
            </Field>
          </Grid>
          <Field label={texts.addTags} error={errors.add_tags} hint={texts.separatedByCommas}>
            <Input autoComplete="off" {...register('add_tags')} />
          </Field>
          <Flex as="label" gap="2" alignItems="center">
            <input type="checkbox" {...register('is_shared')} />
            <Text as="span">{texts.shareWithAll}</Text>
          </Flex>
          {save.error && <Alert title={texts.notSaved}>{failureText(save.error)}</Alert>}
          <Flex gap="2">
            <Button type="submit" variant="solid" loading={save.isPending} loadingText={texts.saving}>
              {texts.saveMacro}
            </Button>
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Card>
  )
}
