export interface Module {
  imports: readonly string[]
  dynamicImports: readonly string[]
  size: number
}
export declare function smallParts(
  modules: ReadonlyMap<string, Module>,
  start: string,
  firstScreens: readonly string[],
): Set<string>
