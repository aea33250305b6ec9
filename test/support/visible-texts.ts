/**
 * Texts that a source file of pages would show to people by itself: text of JSX, and literals that look like words. Names of
 * classes, addresses, keys and errors for engineers are none.
 */
import { type ESTree, parseSync, Visitor } from 'vite'

/** Two words, or one that begins like a sentence. */
const looksLikeWords = (text: string): boolean =>
  /\p{L}{2,}[,.:;]?\s+\p{L}+/u.test(text) || /^\s*\p{Lu}\p{Ll}+/u.test(text)

/** Attributes that hold nothing but text for people, if it is a single word. */
const spoken = /^(label|title|description|aria-label|alt|action|effect|finding|what)$/

/** Attributes that hold no text for people. */
const silent = /^(className|style|styles|to|href|src|id|aria-labelledby|aria-controls)$/

export function visibleTextsOf(file: string, code: string): string[] {
  const skipped: ESTree.Node[] = []
  const attributes = new Set<number>()
  const found: { text: string; start: number; end: number }[] = []
  const skip = (node: ESTree.Node): void => void skipped.push(node)
  const add = ({ start, end }: ESTree.Node, text: string): unknown =>
    found.push({ text: text.replaceAll(/\s+/g, ' ').trim(), start, end })
  new Visitor({
    ImportDeclaration: skip,
    ImportExpression: skip,
    TSLiteralType: skip,
    ThrowStatement: skip,
    NewExpression: (node) => {
      // Whom it reaches is told what to do in words of the catalogue.
      if (node.callee.type === 'Identifier' && node.callee.name === 'Error') skip(node)
    },
    BinaryExpression: skip,
    CallExpression: (node) => {
      // The name of what a module exports.
      if (node.callee.type === 'Identifier' && /^lazy/.test(node.callee.name)) skip(node)
    },
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
      if (silent.test(name)) skip(node)
      if (node.value && spoken.test(name)) attributes.add(node.value.start)
    },
    JSXText: (node) => {
      if (/\p{L}/u.test(node.value)) add(node, node.value)
    },
    Literal: (node) => {
      if (typeof node.value !== 'string') return
      const isText = attributes.has(node.start) ? /\p{L}/u.test(node.value) : looksLikeWords(node.value)
      if (isText) add(node, node.value)
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map(({ value }) => value.cooked ?? '').join('…')
      if (looksLikeWords(text)) add(node, text)
    },
  }).visit(parseSync(file, code).program)
  return found
    .filter(({ start, end }) => !skipped.some((node) => node.start <= start && end <= node.end))
    .map(({ text }) => text)
}
