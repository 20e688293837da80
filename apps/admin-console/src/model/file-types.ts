import * as texts from './settings-texts'

const MAX_TYPES = 60

/** What a double click runs; the database has the same list. */
const PROGRAM_TYPES: ReadonlySet<string> = new Set(
  (
    'exe com bat cmd scr pif cpl msi msp mst msc dll ocx sys jar js jse mjs vb vbe vbs wsf wsh ws ps1 psm1 psd1 hta lnk inf reg scf ' +
    'chm hlp gadget application appref url website settings app apk dmg pkg deb rpm sh command iso img vhd vhdx swf ' +
    'docm dotm xlsm xltm xlam xla xll pptm potm ppsm ppam sldm iqy sct appx appxbundle msix msixbundle diagcab ade adp desktop one ' +
    'mht mhtml xht php asp jnlp appimage'
  ).split(' '),
)

/** `['png', 'pdf']` for `.png, PDF`. */
export const readFileTypes = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((type) => type.replace(/^\*?\./, '').toLowerCase())
      .filter(Boolean),
  ),
]

/** What is wrong with a typed list; undefined when nothing is. */
export function fileTypesProblem(text: string): string | undefined {
  const types = readFileTypes(text)
  if (types.length === 0) return texts.fileTypesEmpty
  if (types.length > MAX_TYPES) return texts.fileTypesTooMany(MAX_TYPES)
  const odd = types.find((type) => !/^[a-z0-9]{1,10}$/.test(type))
  if (odd !== undefined) return texts.fileTypeInvalid(odd)
  const program = types.find((type) => PROGRAM_TYPES.has(type))
  return program === undefined ? undefined : texts.fileTypeIsProgram(program)
}
