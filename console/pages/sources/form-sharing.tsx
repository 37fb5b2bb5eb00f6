import type { AccountWithSettings } from '../../../src/contract/account';
import { MAX_FORM_SUBMISSIONS_PER_CLIENT } from '../../../src/contract/limits';
import type { SourceView } from '../../../src/contract/source';
import { useMay } from '../../me';
import { linkTo } from '../../router';
import { CopyField } from '../../ui/copy-field';
import { Notice } from '../../ui/notice';
import { QrCode } from '../../ui/qr-code';
import { useResource } from '../../use-resource';

/** Ways to show a form: its link, a line for a site, and a QR code. */
export function FormSharing({ of: { address, is_visitor_limit_shared: isShared } }: { readonly of: SourceView }) {
  if (!address) return null;
  return (
    <>
      {isShared && <ProxyWarning />}
      <div class="sharing">
        <div class="sharing-lines">
          <CopyField label="Link" text={address} verb="Copiar link" copied="Link copiado." kind="primary" />
          <a href={address} target="_blank" rel="noopener">
            Abrir o formulário
          </a>
          <CopyField
            label="Para o seu site"
            text={`<script src="${address}/embed.js" async></script>`}
            verb="Copiar linha"
            copied="Linha copiada: cole na página do site."
          />
          <CopyField
            label="Se o site não aceita scripts (sem a origem da visita)"
            text={`<iframe src="${address}" title="Formulário de contato" width="100%" height="640" style="border:0"></iframe>`}
            verb="Copiar iframe"
            copied="Iframe copiado: cole na página do site."
          />
        </div>
        <QrCode text={address} alt="QR code que abre o formulário" fileName="formulario-qr-code.svg" />
      </div>
      <AllowedSites />
    </>
  );
}

function ProxyWarning() {
  return (
    <Notice kind="warning">
      <p>
        O servidor não vê o endereço de cada visitante: o limite de {MAX_FORM_SUBMISSIONS_PER_CLIENT} envios por minuto
        de um visitante valeria para todos juntos. Peça a quem cuida do servidor que defina <code>TRUST_PROXY</code>.
      </p>
    </Notice>
  );
}

/** Sites in which the form may be shown; without any, it is shown in all. */
function AllowedSites() {
  const domains = useResource<AccountWithSettings>('/account').data?.site_domains ?? [];
  const canChange = useMay()('settings');
  if (domains.length === 0) return null;
  return (
    <p class="muted">
      Dentro de outra página, o formulário só abre nos domínios do seu site: {domains.join(', ')}.{' '}
      {canChange && <a href={linkTo('chaves')}>Mudar domínios</a>}
    </p>
  );
}
