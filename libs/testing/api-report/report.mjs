import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { SHARED } from '../../remote-contract/build/shared.mjs'

const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteTypeArgumentsOfSignature |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType

/** Names of the workspace's shared packages: what remotes take from the shell at run time. */
export const PACKAGES = [
  ...new Set(SHARED.filter((key) => key.startsWith('@helpdesk/')).map((key) => key.split('/')[1])),
]

/** Longer types are listed by their hash. */
const MAX_LENGTH = 800
/** What a component or function calls the parts of a parameter is no part of its type. */
const DESTRUCTURED = /\{[\w\s,.$]*\}(?=\??: )/g
const LITERAL = /'(?:[^'\\]|\\.)*'/g
/** Where the checkout is. */
const FOLDER = /import\("[^"]*?\/(?=(?:libs|node_modules)\/)/g
/** Types generated from the database: a migration is no new version of the library. */
const GENERATED = /database\.types\.ts$/

/** Parsed files, most of them declarations of packages that all libraries use. @type {Map<string, ts.SourceFile>} */
const parsed = new Map()

/** @param {ts.CompilerOptions} options - the same in each call */
function sharedHost(options) {
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) => {
    const known = parsed.get(name) ?? getSourceFile(name, ...rest)
    if (known && name.includes('/node_modules/')) parsed.set(name, known)
    return known
  }
  return host
}

/**
 * The public names of a shared package with their types, one per line and sorted. Members of interfaces and object
 * types have lines of their own; a name of another package is listed with that package.
 * @param {string} root - folder of the checkout
 * @param {string} name - folder in `libs/`
 * @returns {string[]}
 */
export function apiOf(root, name) {
  const folder = join(root, 'libs', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const modules = SHARED.filter((key) => key === manifest.name || key.startsWith(`${manifest.name}/`))
  const files = modules.map((key) => join(folder, 'src', `${key.split('/')[2] ?? 'index'}.ts`))
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files }, ts.sys, root)
  const program = ts.createProgram(files, options, sharedHost(options))
  const checker = program.getTypeChecker()
  return files.flatMap((file, index) => {
    const source = program.getSourceFile(file)
    const symbol = source && checker.getSymbolAtLocation(source)
    if (!symbol) throw new Error(`${file} exports nothing`)
    return checker
      .getExportsOfModule(symbol)
      .flatMap((exported) => linesOf(checker, exported, source))
      .map((line) => `${modules[index]} ${line}`)
      .sort()
  })
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} exported
 * @param {ts.SourceFile} source
 */
function linesOf(checker, exported, source) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const [declaration] = symbol.declarations ?? []
  const owner =
    declaration && /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(declaration.getSourceFile().fileName)?.[1]
  if (symbol.flags & ts.SymbolFlags.ValueModule)
    return checker.getExportsOfModule(symbol).map(({ name }) => `${exported.name}.${name}`)
  if (declaration && GENERATED.test(declaration.getSourceFile().fileName))
    return [`type ${exported.name} (generated)`]
  if (owner) return [`${exported.name} from ${owner}`]
  const lines = []
  if (symbol.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbolAtLocation(symbol, declaration ?? source)
    lines.push(`${exported.name}: ${short(checker.typeToString(type, source, FORMAT))}`)
  }
  if (symbol.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface | ts.SymbolFlags.Class))
    lines.push(
      ...typeLines(checker, exported.name, checker.getDeclaredTypeOfSymbol(symbol), declaration, source),
    )
  return lines
}

/**
 * @param {ts.TypeChecker} checker
 * @param {string} name
 * @param {ts.Type} type
 * @param {ts.Declaration | undefined} declaration
 * @param {ts.SourceFile} source
 */
function typeLines(checker, name, type, declaration, source) {
  const isAlias = declaration && ts.isTypeAliasDeclaration(declaration)
  // an alias is listed as it is written: the types that it names have lines of their own
  if (isAlias && !ts.isTypeLiteralNode(declaration.type))
    return [`type ${name} = ${short(declaration.type.getText())}`]
  const head = declaration && ts.isInterfaceDeclaration(declaration) ? heritage(declaration) : ''
  return [
    `type ${name}${head}`,
    ...ownMembers(type).map((member) => {
      const optional = member.flags & ts.SymbolFlags.Optional ? '?' : ''
      const memberType = checker.getTypeOfSymbolAtLocation(member, source)
      return `type ${name}.${member.name}${optional}: ${short(checker.typeToString(memberType, source, FORMAT))}`
    }),
  ]
}

/** Members declared in the workspace: those of other packages change with the lockfile. @param {ts.Type} type */
function ownMembers(type) {
  const isOwn = (/** @type {ts.Declaration} */ node) =>
    !node.getSourceFile().fileName.includes('/node_modules/')
  return type.getProperties().filter((member) => member.declarations?.some(isOwn) ?? true)
}

/**
 * A type as the report lists it.
 * @param {string} type
 */
export function short(type) {
  const text = type
    .replaceAll(DESTRUCTURED, 'props')
    // a text for people may change
    .replaceAll(LITERAL, (literal) => (literal.includes(' ') ? 'string' : literal))
    .replaceAll(FOLDER, 'import("')
    .replace(/\s+/g, ' ')
  return text.length > MAX_LENGTH
    ? `sha256-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    : text
}

/** @param {ts.InterfaceDeclaration} declaration */
function heritage(declaration) {
  return (declaration.heritageClauses ?? []).map((clause) => ` ${clause.getText()}`).join('')
}
