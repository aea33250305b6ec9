/** An example in one of the languages that readers choose between. */
export type Example = { readonly language: string; readonly code: string }
