import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text of the program, with `?` for each inserted value. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** Returns every string and template of a folder's TypeScript files, without tests. */
export const textsIn = (folder: string): SourceText[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => textsOf(join(folder, file)));

function textsOf(file: string): SourceText[] {
  const texts: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push({ file, text: node.text });
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      texts.push({ file, text: parts.map((part) => part.text).join('?') });
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return texts;
}
