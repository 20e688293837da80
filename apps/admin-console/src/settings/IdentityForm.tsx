import { failureText } from '@helpdesk/tickets/model/errors'
import { useUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import {
  Alert,
  Button,
  buttonContrast,
  chakra,
  Field,
  Flex,
  Input,
  Stack,
  TEXT_CONTRAST,
  toast,
} from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { useUpdateWorkspaceSettings } from '../api/update-workspace-settings'
import type { WorkspaceSettings } from '../model/settings'
import { AccentPreview } from './AccentPreview'
import { LogoField } from './LogoField'
import * as texts from './texts'

const DEFAULT_ACCENT = '#5048cc'
const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

function accentProblem(color: string): string | undefined {
  if (!color) return undefined
  if (!isColor(color)) return texts.accentInvalid
  const ratio = buttonContrast(color)
  // rounded down, so that 4.49 is not shown as 4.5
  return ratio < TEXT_CONTRAST ? texts.tooLight((Math.floor(ratio * 10) / 10).toFixed(1)) : undefined
}

/** Logo and accent color of the workspace. */
export function IdentityForm({ settings }: { settings: WorkspaceSettings }) {
  const { mutateAsync: save, isPending } = useUpdateWorkspaceSettings()
  const [logo, setLogo] = useState(settings.logo)
  const [accent, setAccent] = useState(settings.accent_color ?? '')
  const [failure, setFailure] = useState<string | null>(null)
  const color = accent.trim().toLowerCase()
  const problem = accentProblem(color)
  useUnsaved(logo !== settings.logo || color !== (settings.accent_color ?? ''))
  const shown = color && isColor(color) ? color : DEFAULT_ACCENT

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (problem) return
    setFailure(null)
    try {
      await save({ logo, accent_color: color || null })
      toast({ type: 'success', title: texts.saved })
    } catch (error) {
      setFailure(failureText(error))
    }
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <Stack gap="5">
        <LogoField logo={logo} onChange={setLogo} />
        <Field label={texts.accent} error={problem} hint={texts.accentHint}>
          <Flex gap="2">
            <Swatch
              type="color"
              aria-label={texts.accentPick}
              value={shown}
              onChange={({ target }) => setAccent(target.value)}
            />
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder={DEFAULT_ACCENT}
              value={accent}
              onChange={({ target }) => setAccent(target.value)}
            />
            <Button disabled={!accent} onClick={() => setAccent('')}>
              {texts.accentReset}
            </Button>
          </Flex>
        </Field>
        <AccentPreview color={shown} />
        {failure && <Alert title={texts.saveFailed}>{failure}</Alert>}
        <Flex>
          <Button type="submit" variant="solid" loading={isPending} loadingText={texts.saving}>
            {texts.saveAppearance}
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}

const Swatch = chakra('input', {
  base: {
    flexShrink: '0',
    width: '10',
    height: '8',
    padding: '0.5',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    cursor: 'pointer',
    '@media (pointer: coarse)': { width: '11', height: '11' },
  },
})
