/**
 * Codes on paper: twelve symbols of Crockford's base 32, written as K7QM-2XTR-9HVA. Eleven are random (55 bits), and the last one is a check: any
 * one wrong symbol, and any two that were exchanged, are noticed before anything is looked up.
 *
 * The check is a sum over GF(32): each symbol times a power of the generator, different at each place. One wrong symbol, or two exchanged
 * ones, change the sum. Sources: Crockford, Base 32 (letters that look alike are read as digits); GF(32) by x⁵ + x² + 1.
 */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 12

const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Twice the element. */
const doubled = (value: number): number => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31

/** Σ g^(place from the end) · symbol, by Horner: 0 for a code. */
const sumOf = (symbols: readonly number[]): number =>
  symbols.reduce((sum, symbol) => doubled(sum) ^ symbol, 0)

/** @param symbols  eleven random numbers from 0 to 31 */
export const codeOf = (symbols: readonly number[]): string =>
  [...symbols, doubled(sumOf(symbols))].map((symbol) => codeAlphabet[symbol]).join('')

/** The characters that somebody typed, without spaces and hyphens, which make no difference. */
export const charactersOf = (typed: string): string[] => [...typed.replaceAll(/[\s\p{Pd}]/gu, '')]

/** What somebody typed: the code, or 'mistyped'. Case makes no difference either. */
export function readCode(typed: string): { code: string } | 'mistyped' {
  const code = charactersOf(typed.toUpperCase())
    .join('')
    .replaceAll(/[OIL]/g, (letter) => lookAlikes[letter])
  const symbols = [...code].map((symbol) => codeAlphabet.indexOf(symbol))
  const isWhole = symbols.length === codeLength && !symbols.includes(-1)
  return isWhole && sumOf(symbols) === 0 ? { code } : 'mistyped'
}

/** Whether it has the form of a code, in an address for instance. */
export const isCode = (text: string): boolean => text.length <= 40 && readCode(text) !== 'mistyped'

/** In groups of four, as it is printed. */
export const printedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
