import { linkTo } from '../../router';
import { CopyField } from '../../ui/copy-field';
import { FirstLead } from './first-lead';
import { FormSharing } from './form-sharing';
import { ShownOnce } from './source-actions';
import type { MadeSource, Tool } from './tools';

/** The address of a new source, the steps in the tool, and the first lead. */
export function Connect({ tool, made: { source, key } }: { readonly tool: Tool; readonly made: MadeSource }) {
  return (
    <>
      <section class="card connect" aria-labelledby="source-address">
        <h2 id="source-address">{tool.way === 'form' ? 'O formulário está no ar' : 'O endereço desta fonte'}</h2>
        {tool.way === 'form' ? (
          <FormSharing of={source} />
        ) : (
          <>
            <ShownOnce />
            <CopyField
              label="Endereço"
              text={source.address}
              verb="Copiar endereço"
              copied="Endereço copiado."
              kind="primary"
            />
          </>
        )}
        {key && <CopyField label="Chave" text={key} verb="Copiar chave" copied="Chave copiada." />}
      </section>
      <section class="card connect first-steps" aria-labelledby="source-steps">
        <h2 id="source-steps">Três passos</h2>
        <ToolSteps of={tool} />
      </section>
      <FirstLead of={source} />
      <p class="back">
        <a href={linkTo('fontes', source.id)}>
          {tool.way === 'form' ? 'Ajustar campos e aparência do formulário' : 'Ajustar etapa, etiquetas e campos'}
        </a>
      </p>
    </>
  );
}

export function ToolSteps({ of: { steps } }: { readonly of: Tool }) {
  return (
    <ol>
      {steps.map((step) => (
        <li key={step} class="first-step">
          <p>{step}</p>
        </li>
      ))}
    </ol>
  );
}
