export const FORM_VIEW = String.raw`<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contato</title>
<main>
<h1>Contato</h1>
<?php if ($estado === 'enviado') { ?>
<p role="status">Recebemos seu contato. Obrigado!</p>
<?php } elseif ($estado === 'guardado') { ?>
<p role="status">Recebemos seu contato. Obrigado! Nosso retorno pode demorar um pouco mais que de costume.</p>
<?php } else { ?>
<form method="post" data-entrada>
  <?php if ($estado === 'falhou') { ?>
  <p role="alert">Não conseguimos receber seu contato agora. Tente de novo em alguns minutos ou fale com a gente por telefone.</p>
  <?php } ?>
  <?= $aviso('confira', 'Confira seus dados e envie de novo.') ?>
  <p>
    <label>Nome <input name="nome" required maxlength="120" autocomplete="name" value="<?= html($nome) ?>"<?= $marca('nome') ?>></label>
  </p>
  <?= $aviso('nome', 'Confira o nome:') ?>
  <p>
    <label>Telefone com DDD <input name="telefone" type="tel" required maxlength="60" autocomplete="tel" value="<?= html($telefone) ?>"<?= $marca('telefone') ?>></label>
  </p>
  <?= $aviso('telefone', 'Confira o telefone, com DDD, como em (11) 98765-4321.') ?>
  <p>
    <label>E-mail, se quiser <input name="email" type="email" maxlength="254" autocomplete="email" value="<?= html($email) ?>"<?= $marca('email') ?>></label>
  </p>
  <?= $aviso('email', 'Confira o e-mail:') ?>
  <p>
    <label>Mensagem, se quiser <textarea name="mensagem" maxlength="500"<?= $marca('mensagem') ?>><?= "\n" . html($mensagem) ?></textarea></label>
  </p>
  <?= $aviso('mensagem', 'Confira a mensagem: ela pode ter até 500 caracteres.') ?>
  <?php if (CONSENTIMENTO !== '') { ?>
  <p>
    <label><input type="checkbox" name="consentimento" value="sim"<?= $consente ? ' checked' : '' ?><?= EXIGE_CONSENTIMENTO ? ' required' : '' ?><?= $marca('consentimento') ?>> <?= html(CONSENTIMENTO) ?></label>
  </p>
  <?= $aviso('consentimento', 'Para enviar, marque que você concorda.') ?>
  <?php } ?>
  <div style="position:absolute;left:-9999px" aria-hidden="true">
    <label>Deixe este campo vazio <input name="assunto" tabindex="-1" autocomplete="off"></label>
  </div>
  <input type="hidden" name="envio" value="<?= $envio ?>">
  <?php foreach (SINAIS as $sinal) { ?>
  <input type="hidden" data-sinal name="<?= $sinal ?>" value="<?= html($sinais[$sinal]) ?>">
  <?php } ?>
  <script src="?origem"></script>
  <button>Enviar</button>
</form>
<?php } ?>
</main>
</html>
`;
