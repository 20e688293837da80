import { prepareImports } from './functions/import-file'
import './main'

// The entry of the tests' backend, a bundle. Only Edge Functions are TypeScript there, and few tests call one.
prepareImports(async () => (await import('tsx/esm/api')).register())
