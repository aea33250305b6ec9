/** What a kind of key store implements: named secrets. Every method throws `Unavailable` where the place cannot be reached. */
export type Entries = {
  /** A folder or an address, to be shown to the operator. */
  readonly place: string
  /** @throws where there is one of this name */
  write(name: string, value: Buffer): Promise<void>
  read(name: string): Promise<Buffer | null>
  /** Overwrites and removes it, so that nothing of it can be read afterwards. Without an entry it does nothing. */
  destroy(name: string): Promise<void>
  names(): Promise<string[]>
  madeAt(name: string): Promise<Date | null>
}
