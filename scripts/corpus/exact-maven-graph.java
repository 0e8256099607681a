/*
 * Prints a line for each module of the reactor: its directory, its name and the modules that it uses, with tabs between.
 * Maven's own model builder reads the manifests. A manifest from elsewhere counts as empty, so no registry is asked.
 */
import java.io.File;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Extension;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.Profile;
import org.apache.maven.model.Repository;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.building.DefaultModelBuildingRequest;
import org.apache.maven.model.building.FileModelSource;
import org.apache.maven.model.building.ModelBuilder;
import org.apache.maven.model.building.ModelBuildingRequest;
import org.apache.maven.model.building.ModelProblemCollector;
import org.apache.maven.model.building.ModelSource;
import org.apache.maven.model.building.StringModelSource;
import org.apache.maven.model.io.DefaultModelReader;
import org.apache.maven.model.io.ModelReader;
import org.apache.maven.model.resolution.ModelResolver;
import org.apache.maven.model.validation.ModelValidator;

class ExactMavenGraph {
  private final Map<String, Module> modules = new LinkedHashMap<>();
  private final Set<String> profiles = new TreeSet<>();
  private final ModelBuilder builder = new ModelBuilders().newInstance();

  public static void main(String[] words) throws Exception {
    File root = new File(words[0]).getCanonicalFile();
    ExactMavenGraph graph = new ExactMavenGraph();
    graph.readModules(new File(root, "pom.xml"));
    // A profile that is active by default is not while others are, so both are read.
    graph.readUses(List.of());
    graph.readUses(new ArrayList<>(graph.profiles));
    for (Module module : graph.modules.values()) {
      String directory = root.toPath().relativize(module.pom.getParentFile().toPath()).toString();
      System.out.println(directory + "\t" + module.name + "\t" + String.join("\t", module.uses));
    }
  }

  private void readModules(File root) throws Exception {
    DefaultModelReader reader = new DefaultModelReader();
    Deque<File> waiting = new ArrayDeque<>(List.of(root));
    Set<File> seen = new LinkedHashSet<>();
    while (!waiting.isEmpty()) {
      File pom = waiting.pop();
      if (!seen.add(pom)) continue;
      Model raw = reader.read(pom, Map.of(ModelReader.IS_STRICT, false));
      Module module = new Module(pom, raw);
      modules.put(module.name, module);
      List<String> listed = new ArrayList<>(raw.getModules());
      for (Profile profile : raw.getProfiles()) {
        profiles.add(profile.getId());
        listed.addAll(profile.getModules());
      }
      for (String written : listed) {
        File place = new File(pom.getParentFile(), written.replace('\\', '/')).getCanonicalFile();
        File listedPom = place.isDirectory() ? new File(place, "pom.xml") : place;
        if (listedPom.isFile()) waiting.add(listedPom);
      }
    }
  }

  private void readUses(List<String> active) throws Exception {
    Map<String, Model> models = new HashMap<>();
    for (Module module : modules.values()) {
      DefaultModelBuildingRequest request = new DefaultModelBuildingRequest();
      request.setPomFile(module.pom);
      request.setProcessPlugins(false);
      request.setActiveProfileIds(active);
      request.setSystemProperties(System.getProperties());
      request.setModelResolver(new Resolver(module.uses));
      request.setValidationLevel(ModelBuildingRequest.VALIDATION_LEVEL_MINIMAL);
      models.put(module.name, builder.build(request).getEffectiveModel());
    }
    for (Module module : modules.values()) {
      addUses(module, models);
      module.uses.remove(module.name);
    }
  }

  /** What orders Maven's reactor. */
  private void addUses(Module module, Map<String, Model> models) {
    Model model = models.get(module.name);
    Parent parent = model.getParent();
    if (parent != null) add(module, parent.getGroupId(), parent.getArtifactId(), null, models);
    for (Dependency one : model.getDependencies())
      add(module, one.getGroupId(), one.getArtifactId(), one.getVersion(), models);
    if (model.getBuild() == null) return;
    for (Plugin plugin : model.getBuild().getPlugins()) {
      add(module, plugin.getGroupId(), plugin.getArtifactId(), plugin.getVersion(), models);
      for (Dependency one : plugin.getDependencies())
        add(module, one.getGroupId(), one.getArtifactId(), one.getVersion(), models);
    }
    for (Extension one : model.getBuild().getExtensions())
      add(module, one.getGroupId(), one.getArtifactId(), one.getVersion(), models);
  }

  private static void add(Module user, String group, String artifact, String version, Map<String, Model> models) {
    Model used = models.get(group + ":" + artifact);
    if (used == null) return;
    boolean isExact = version != null && !version.isEmpty() && !version.startsWith("[") && !version.startsWith("(");
    if (!isExact || version.equals(used.getVersion())) user.uses.add(group + ":" + artifact);
  }

  private static class Module {
    final File pom;
    final String name;
    final String version;
    final Set<String> uses = new TreeSet<>();

    Module(File pom, Model raw) {
      this.pom = pom;
      Parent parent = raw.getParent();
      String group = raw.getGroupId() == null && parent != null ? parent.getGroupId() : raw.getGroupId();
      this.name = group + ":" + raw.getArtifactId();
      this.version = raw.getVersion() == null && parent != null ? parent.getVersion() : raw.getVersion();
    }
  }

  /** Finds modules of the reactor, and records what the model builder reads of them: parents and imports. */
  private class Resolver implements ModelResolver {
    private final Set<String> read;

    Resolver(Set<String> read) {
      this.read = read;
    }

    @Override
    public ModelSource resolveModel(String group, String artifact, String version) {
      Module module = modules.get(group + ":" + artifact);
      if (module != null && module.version != null && (module.version.contains("${") || module.version.equals(version))) {
        read.add(module.name);
        return new FileModelSource(module.pom);
      }
      String empty = "<project><modelVersion>4.0.0</modelVersion><groupId>%s</groupId><artifactId>%s</artifactId>"
          + "<version>%s</version><packaging>pom</packaging></project>";
      return new StringModelSource(String.format(empty, group, artifact, version));
    }

    @Override
    public ModelSource resolveModel(Parent parent) {
      return resolveModel(parent.getGroupId(), parent.getArtifactId(), parent.getVersion());
    }

    @Override
    public ModelSource resolveModel(Dependency imported) {
      return resolveModel(imported.getGroupId(), imported.getArtifactId(), imported.getVersion());
    }

    @Override
    public void addRepository(Repository repository) {}

    @Override
    public void addRepository(Repository repository, boolean replace) {}

    @Override
    public ModelResolver newCopy() {
      return this;
    }
  }

  /** Versions that manifests from elsewhere define are missing, so models are not validated. */
  private static class ModelBuilders extends DefaultModelBuilderFactory {
    @Override
    protected ModelValidator newModelValidator() {
      return new ModelValidator() {
        @Override
        public void validateRawModel(Model model, ModelBuildingRequest request, ModelProblemCollector problems) {}

        @Override
        public void validateEffectiveModel(Model model, ModelBuildingRequest request, ModelProblemCollector problems) {}
      };
    }
  }
}
