/**
 * By what texts were read, as one word that is stored with what was made of them: the version of our rules, and the operator's model
 * that took part. Figures of two such words are not compared: a difference would be one of readers, not of people.
 */

/** `version` follows from every file of the model (model-folder.ts). */
export type ModelName = { readonly name: string; readonly version: string }

/** "6" where no model took part, else "6+1a2b3c4d5e6f Our Dutch model". */
export const versionWith = (rules: string, model: ModelName | null): string =>
  model === null ? rules : `${rules}+${model.version} ${model.name}`

/** What `versionWith` has put together. */
export function partsOfVersion(version: string): { rules: string; model: ModelName | null } {
  const [, rules, hash, name] = /^([^+]*)\+(\S+) (.+)$/.exec(version) ?? []
  return rules === undefined ? { rules: version, model: null } : { rules, model: { name, version: hash } }
}
